// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {InputLeft} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {Payout} from "../Payout.sol";
import {Claim, Delivery} from "./Claim.sol";
import {NoClaim, TooEarly, WrongRoute, WrongSender} from "./CrossingErrors.sol";
import {ISwapRouter} from "./Interfaces.sol";
import {Lock} from "./Lock.sol";

/// @notice What a bridge paid: delivered, or kept as a claim that only its recipient gains by.
/// @dev A delivery runs in a call of its own, so that whatever fails in it leaves no trace but the claim.
abstract contract Claims is Lock {
    /// The byte before the first leg: the output comes to the router, which pays the recipient, and no other gain counts.
    bytes1 private constant THROUGH_ROUTER = 0xff;

    /// @notice How many equal claims are open, by the claim's hash.
    mapping(bytes32 id => uint256 count) public claims;
    /// @notice The sum of all open claims, by token, smallest units.
    mapping(address token => uint256 amount) public owed;

    /// @param reason the first four bytes of the failure's revert data
    event Parked(bytes32 indexed id, address indexed recipient, Claim claim, bytes4 reason);
    event Closed(bytes32 indexed id);

    /// @notice Makes the delivery of an open claim. Anyone may try the bridge's own route again; the recipient, any.
    function retry(Claim calldata claim, bytes calldata route) external alone {
        if (msg.sender != claim.delivery.recipient && keccak256(route) != claim.routeHash) revert WrongRoute();
        _close(claim);
        _deliver(claim.token, claim.amount, claim.delivery, route);
    }

    /// @notice Pays an open claim out as it is. Others than the recipient may do that after the delivery's deadline.
    function release(Claim calldata claim) external alone {
        (address recipient, uint256 deadline) = (claim.delivery.recipient, claim.delivery.deadline);
        if (msg.sender != recipient && block.timestamp <= deadline) revert TooEarly(deadline);
        _close(claim);
        Token.transfer(claim.token, recipient, claim.amount);
    }

    /// @notice Only this contract calls it: a delivery that may fail.
    function deliver(address token, uint256 amount, Delivery calldata delivery, bytes calldata route) external {
        if (msg.sender != address(this)) revert WrongSender(address(this));
        _deliver(token, amount, delivery, route);
    }

    /// @param amount of `token`, that no open claim is for
    function _deliverOrKeep(address token, uint256 amount, Delivery memory delivery, bytes memory route) internal {
        (bool done, bytes4 reason) = _try(abi.encodeCall(this.deliver, (token, amount, delivery, route)));
        if (done) return;
        Claim memory claim = Claim(token, amount, delivery, keccak256(route));
        bytes32 id = keccak256(abi.encode(claim));
        claims[id] += 1;
        owed[token] += amount;
        emit Parked(id, delivery.recipient, claim, reason);
    }

    function _close(Claim calldata claim) private {
        bytes32 id = keccak256(abi.encode(claim));
        uint256 count = claims[id];
        if (count == 0) revert NoClaim(id);
        claims[id] = count - 1;
        owed[claim.token] -= claim.amount;
        emit Closed(id);
    }

    function _deliver(address token, uint256 amount, Delivery calldata delivery, bytes calldata route) private {
        (address toAsset, address router) = (delivery.toAsset, delivery.router);
        if (toAsset == token) {
            Payout.pay(token, delivery.recipient, amount, delivery.amountOutMin);
            return;
        }
        uint256 held = Token.balanceOf(token, address(this));
        Token.approve(token, router, amount);
        // Native currency comes through the router in any case; its route begins with its wrapped form.
        ISwapRouter(router)
            .swap(
                token,
                toAsset,
                amount,
                delivery.amountOutMin,
                delivery.recipient,
                delivery.deadline,
                toAsset == address(0) ? route : bytes.concat(THROUGH_ROUTER, route)
            );
        Token.approve(token, router, 0);
        uint256 spent = held - Token.balanceOf(token, address(this));
        if (spent != amount) revert InputLeft(amount - spent);
    }

    /// @dev Copies no more than four bytes of revert data: a pool could return more than can be paid for.
    function _try(bytes memory call_) private returns (bool done, bytes4 reason) {
        assembly ("memory-safe") {
            mstore(0x00, 0)
            done := call(gas(), address(), 0, add(call_, 0x20), mload(call_), 0x00, 0x04)
            reason := mul(mload(0x00), iszero(done))
        }
    }
}
