// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Wrapped} from "../rig/Rig.sol";

/// @notice A pool of two tokens that is traded through an adapter, and the quotes of the pool's own contracts.
abstract contract Venue {
    error Tried(uint256 amountOut);

    /// As deployed. One serves any number of pools.
    address public immutable adapter;
    /// The address that a leg names.
    address public pool;
    /// The usual amount to sell, 10^18 for plain tokens.
    uint256[2] public usual = [1e18, 1e18];
    address[2] internal coins;
    address internal immutable wrapped;

    /// @param wrapped_ the wrapped native currency
    constructor(address adapter_, address first, address second, address wrapped_) payable {
        (adapter, coins, wrapped) = (adapter_, [first, second], wrapped_);
    }

    receive() external payable {}

    /// @notice Fills the pool if that has to wait until this contract can be called back. Called once, first.
    function open() external virtual {}

    /// @param i 0 or 1, as everywhere here
    function token(uint256 i) external view returns (address) {
        return coins[i];
    }

    /// @return the adapter's 48 bits for a sale of token `i`
    function data(uint256 i) external view virtual returns (uint48);

    /// @return amountOut the pool's output for `amountIn` of token `i`, smallest units, by its own quote or by a
    /// reverted trade. It reverts if the pool refuses
    function foresee(uint256 i, uint256 amountIn) external virtual returns (uint256 amountOut);

    /// @return true if both tokens can be sold; else only the first
    function goesBack() external pure virtual returns (bool) {
        return true;
    }

    /// @return true if a transfer of token 0 takes exactly its amount from the sender and gives it to the receiver
    function isExact() external pure virtual returns (bool) {
        return true;
    }

    /// @return the adapter's balance of token `i`
    function held(uint256 i) external view virtual returns (uint256) {
        return PlainToken(coins[i]).balanceOf(adapter);
    }

    /// @return the adapter's allowance of token `i` for the pool's contracts
    function allowed(uint256 i) external view virtual returns (uint256) {
        return PlainToken(coins[i]).allowance(adapter, pool);
    }

    /// @notice Mints some of token `i` to `to`.
    function fund(uint256 i, address to, uint256 amount) public virtual {
        if (coins[i] != wrapped) return PlainToken(coins[i]).mint(to, amount);
        Wrapped(wrapped).deposit{value: amount}();
        Wrapped(wrapped).transfer(to, amount);
    }

    /// @notice Sells `amountIn` of token `i` to the pool without an adapter, and reverts the trade.
    /// @return amountOut the output
    function _try(uint256 i, uint256 amountIn) internal returns (uint256 amountOut) {
        try this.sell(i, amountIn) {
            revert("was not taken back");
        } catch (bytes memory answer) {
            if (bytes4(answer) != Tried.selector || answer.length != 36) _passOn(answer);
            assembly {
                amountOut := mload(add(answer, 0x24))
            }
        }
    }

    /// @dev Always reverts.
    function sell(uint256 i, uint256 amountIn) external {
        fund(i, address(this), amountIn);
        uint256 before = _held(1 - i);
        _sell(i, amountIn);
        revert Tried(_held(1 - i) - before);
    }

    /// @dev The output comes to this contract. Only for venues that predict by `_try`.
    function _sell(uint256, uint256) internal virtual {}

    function _held(uint256 i) internal view returns (uint256) {
        return PlainToken(coins[i]).balanceOf(address(this));
    }

    function _passOn(bytes memory answer) internal pure {
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
