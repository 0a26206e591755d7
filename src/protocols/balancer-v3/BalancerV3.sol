// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IBalancerPool {
    function getVault() external view returns (address);
}

/// @notice Source: Balancer v3, VaultTypes.
struct VaultSwapParams {
    uint8 kind;
    address pool;
    address tokenIn;
    address tokenOut;
    uint256 amountGiven;
    uint256 limit;
    bytes userData;
}

/// @notice The four functions of Balancer v3's vault that a swap needs.
interface IBalancerVault {
    function unlock(bytes calldata data) external returns (bytes memory);
    function settle(address token, uint256 amountHint) external returns (uint256 credit);
    function sendTo(address token, address to, uint256 amount) external;
    function swap(VaultSwapParams memory) external returns (uint256 calculated, uint256 amountIn, uint256 amountOut);
}

/// @title Adapter for pools of Balancer v3's vault, which settles the trades before it locks again
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract BalancerV3 is IAdapter {
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        address vault = IBalancerPool(pool).getVault();
        bytes memory said = IBalancerVault(vault).unlock(abi.encodeCall(this.answer, (pool, tokenIn, tokenOut, to)));
        return abi.decode(said, (uint256));
    }

    /// @notice Sells this contract's whole balance of `tokenIn` through the caller, as through an unlocked vault.
    /// @dev The vault refuses to lock again while any balance is unsettled.
    function answer(address pool, address tokenIn, address tokenOut, address to) external returns (uint256 amountOut) {
        IBalancerVault vault = IBalancerVault(msg.sender);
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        Token.transfer(tokenIn, msg.sender, amountIn);
        vault.settle(tokenIn, amountIn);
        // The router checks the minimum, at the recipient. Kind 0 is an exact input.
        (,, amountOut) = vault.swap(VaultSwapParams(0, pool, tokenIn, tokenOut, amountIn, 0, ""));
        vault.sendTo(tokenOut, to, amountOut);
    }
}
