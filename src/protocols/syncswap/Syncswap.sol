// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice A pool whose tokens a vault holds: it trades what was deposited there for it since it last updated its
/// reserves.
interface ISyncSwapPool {
    struct TokenAmount {
        address token;
        uint256 amount;
    }

    function vault() external view returns (address);
    function swap(bytes calldata data, address sender, address callback, bytes calldata callbackData)
        external
        returns (TokenAmount memory);
}

interface ISyncSwapVault {
    function deposit(address token, address to) external payable returns (uint256);
}

/// @title Adapter for SyncSwap's vault pools, classic and stable
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract Syncswap is IAdapter {
    /// @dev Withdraw mode: as a token, also for the wrapped native currency.
    uint8 private constant AS_TOKEN = 2;

    /// @dev The fee may depend on the trader, which is this adapter for all users: pools accept no other name from it.
    /// The vault itself sends the output to `to`.
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        address vault = ISyncSwapPool(pool).vault();
        Token.transfer(tokenIn, vault, Token.balanceOf(tokenIn, address(this)));
        ISyncSwapVault(vault).deposit(tokenIn, pool);
        amountOut = ISyncSwapPool(pool).swap(abi.encode(tokenIn, to, AS_TOKEN), address(this), address(0), "").amount;
    }
}
