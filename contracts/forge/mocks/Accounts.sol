// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Receives native currency as a nuisance.
contract Receiver {
    enum Mode {
        Accept,
        Refuse,
        Burn,
        Call
    }

    Mode public mode;
    address private target;
    bytes private data;
    bool public tried;
    bool public entered;

    function set(Mode mode_, address target_, bytes calldata data_) external {
        (mode, target, data) = (mode_, target_, data_);
    }

    receive() external payable {
        if (mode == Mode.Refuse) revert("no");
        if (mode == Mode.Burn) {
            for (uint256 i = 0; ; i++) data.push(bytes1(uint8(i)));
        }
        if (mode == Mode.Call) {
            (bool ok,) = target.call(data);
            (tried, entered) = (true, ok);
        }
    }
}

/// @notice Says that it wraps native currency, and keeps it.
contract FakeWrapped {
    mapping(address => uint256) public balanceOf;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function withdraw(uint256) external {}

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @notice An account without `receive`.
contract Closed {}
