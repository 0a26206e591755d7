// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Misbehaves when it receives native currency.
contract Receiver {
    enum Mode {
        Accept,
        Refuse,
        Burn
    }

    Mode public mode;
    bytes private data;

    function set(Mode mode_) external {
        mode = mode_;
    }

    receive() external payable {
        if (mode == Mode.Refuse) revert("no");
        if (mode == Mode.Burn) {
            for (uint256 i = 0; ; i++) data.push(bytes1(uint8(i)));
        }
    }
}

/// @notice Claims to wrap native currency, keeps it, and gives back what the test sets.
contract FakeWrapped {
    mapping(address => uint256) private balances;
    uint256 private gives;
    /// If not zero, the amount by which every balance grows with each transfer.
    uint256 private lie;
    uint256 private lies;
    bytes private asks;
    bool public tried;
    bool public answered;

    function set(uint256 gives_, uint256 lie_) external {
        (gives, lie) = (gives_, lie_);
    }

    function callBack(bytes calldata asks_) external {
        asks = asks_;
    }

    function balanceOf(address account) external view returns (uint256) {
        return lie == 0 ? balances[account] : lies;
    }

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function mint(address to, uint256 amount) external {
        balances[to] += amount;
    }

    function withdraw(uint256) external {
        if (asks.length != 0) (tried, answered) = (true, _ask());
        if (gives == 0) return;
        (bool ok,) = msg.sender.call{value: gives}("");
        require(ok, "refused");
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        balances[from] -= amount;
        balances[to] += amount;
        lies += lie;
        return true;
    }

    function _ask() private returns (bool ok) {
        (ok,) = msg.sender.call(asks);
    }
}

/// @notice An account without `receive`.
contract Closed {}
