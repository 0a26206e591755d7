// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {IWrapped} from "../../../contracts/src/lib/IWrapped.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice Source: infinity-core, PoolKey.
struct InfinityKey {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

/// @notice Source: infinity-core, ICLPoolManager. A negative amount is exact input.
struct InfinitySwap {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface ICLPoolManager {
    function vault() external view returns (address);
    function swap(InfinityKey memory key, InfinitySwap memory params, bytes calldata hookData)
        external
        returns (int256 delta);
}

/// @notice The four functions of PancakeSwap Infinity's Vault that a swap needs.
interface IInfinityVault {
    function lock(bytes calldata data) external returns (bytes memory);
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
}

/// @title Adapter for PancakeSwap Infinity's pools of concentrated liquidity without hooks: wraps and unwraps for pools
/// of native currency
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract PancakeInfinity is IAdapter {
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;
    uint256 private constant SELLS_NATIVE = 1 << 23;
    uint256 private constant BUYS_NATIVE = 1 << 22;

    /// @dev From the wrapped token and the vault; it leaves in the same call.
    receive() external payable {}

    /// @param pool the pool manager
    /// @param data the pool's fee, 24 bits; then two bits: `tokenIn` is the wrapped form of the pool's native currency,
    /// the same for `tokenOut`; then the tick spacing, 22 bits
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        IInfinityVault vault = IInfinityVault(ICLPoolManager(pool).vault());
        return abi.decode(vault.lock(abi.encode(pool, tokenIn, tokenOut, to, data)), (uint256));
    }

    /// @notice Sells this contract's whole balance of `tokenIn` through the caller, as through a locked vault.
    /// @dev The vault refuses to end its lock while any balance is unsettled.
    function lockAcquired(bytes calldata asked) external returns (bytes memory) {
        (address manager, address tokenIn, address tokenOut, address to, uint256 data) =
            abi.decode(asked, (address, address, address, address, uint256));
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        address sold = data & SELLS_NATIVE == 0 ? tokenIn : address(0);
        address bought = data & BUYS_NATIVE == 0 ? tokenOut : address(0);
        uint256 amountOut = _swap(manager, sold, bought, amountIn, data);
        _pay(tokenIn, sold, amountIn);
        _take(tokenOut, bought, to, amountOut);
        return abi.encode(amountOut);
    }

    /// @dev Native currency is synced too: otherwise a token synced before would count as the payment.
    function _pay(address token, address currency, uint256 amount) private {
        IInfinityVault vault = IInfinityVault(msg.sender);
        vault.sync(currency);
        if (currency == address(0)) {
            IWrapped(token).withdraw(amount);
            vault.settle{value: amount}();
        } else {
            Token.transfer(token, msg.sender, amount);
            vault.settle();
        }
    }

    function _take(address token, address currency, address to, uint256 amount) private {
        bool isNative = currency == address(0);
        IInfinityVault(msg.sender).take(currency, isNative ? address(this) : to, amount);
        if (!isNative) return;
        IWrapped(token).deposit{value: amount}();
        Token.transfer(token, to, amount);
    }

    /// @dev Native currency is address 0, so it is the first currency of its pools.
    function _swap(address manager, address sold, address bought, uint256 amountIn, uint256 data)
        private
        returns (uint256 given)
    {
        bool down = sold < bought;
        (address first, address second) = down ? (sold, bought) : (bought, sold);
        bytes32 parameters = bytes32((data & (BUYS_NATIVE - 1)) << 16);
        InfinityKey memory key = InfinityKey(first, second, address(0), manager, uint24(data >> 24), parameters);
        InfinitySwap memory params = InfinitySwap(down, -int256(amountIn), down ? LOWEST_PRICE : HIGHEST_PRICE);
        int256 delta = ICLPoolManager(manager).swap(key, params, "");
        (int256 delta0, int256 delta1) = (delta >> 128, int128(delta));
        (int256 owed, int256 out) = down ? (delta0, delta1) : (delta1, delta0);
        if (uint256(-owed) != amountIn) revert PartialFill(uint256(-owed), amountIn);
        return uint256(out);
    }
}
