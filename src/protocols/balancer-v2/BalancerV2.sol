// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IBalancerPool {
    function getVault() external view returns (address);
}

/// @notice Source: Balancer v2, IVault.
struct SingleSwap {
    bytes32 poolId;
    uint8 kind;
    address assetIn;
    address assetOut;
    uint256 amount;
    bytes userData;
}

/// @notice Source: Balancer v2, IVault.
struct FundManagement {
    address sender;
    bool fromInternalBalance;
    address recipient;
    bool toInternalBalance;
}

interface IBalancerVault {
    function swap(SingleSwap memory, FundManagement memory, uint256 limit, uint256 deadline) external returns (uint256);
}

/// @title Adapter for pools of Balancer v2's vault, which pulls the input by allowance
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract BalancerV2 is IAdapter {
    /// @param data the pool id without the address: specialisation << 46 | number
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        address vault = IBalancerPool(pool).getVault();
        bytes32 id = bytes32(uint256(uint160(pool)) << 96 | (data >> 46) << 80 | (data & (1 << 46) - 1));
        Token.approve(tokenIn, vault, amountIn);
        // The router checks the minimum, at the recipient, and the deadline. Kind 0 is an exact input.
        amountOut = IBalancerVault(vault).swap(
            SingleSwap(id, 0, tokenIn, tokenOut, amountIn, ""),
            FundManagement(address(this), false, to, false),
            0,
            block.timestamp
        );
        Token.approve(tokenIn, vault, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);
    }
}
