// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../lib/Token.sol";
import {IAdapter} from "./IAdapter.sol";

/// @notice A pool whose tokens lie in a vault under its name, and which trades what it was given there and has not
/// counted yet.
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

/// @title Adapter for SyncSwap's pools in its vault, classic and stable ones
/// @notice Belongs to nobody, remembers nothing and holds nothing: what is sent here outside of a swap, the next
/// caller may take.
contract Syncswap is IAdapter {
    /// @dev What leaves the vault as a token, the wrapped native one too.
    uint8 private constant AS_TOKEN = 2;

    /// @dev The fee may depend on who trades, which is this adapter for everybody: a pool believes no other name from it.
    /// The vault sends the output where it has to go by itself.
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
